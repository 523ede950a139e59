"""jupyter_kernel_test, with every attribute defined, so that none of its tests is skipped."""

import jupyter_kernel_test as suite


class TestKernel(suite.KernelTests):
    kernel_name = "agon"
    language_name = "rust"
    file_extension = ".rs"
    code_hello_world = 'println!("hello, world");'
    code_stderr = 'eprintln!("a remark");'
    completion_samples = [
        {"text": "println", "matches": ["println!"]},
        {"text": "Vec::with_cap", "matches": ["with_capacity"]},
        {"text": "let 堆 = whi", "matches": ["while"]},
        {"text": "agon::nim_s", "matches": ["nim_sum"]},
    ]
    complete_code_samples = ["1 + 1", "let x = 5;", "fn f() -> u8 { 1 }", ":vars", ""]
    incomplete_code_samples = ["fn f() {", "f(1,", 'let s = "堆', "/* open", "1 +"]
    invalid_code_samples = ["fn f() }", "(]", "1 2"]
    code_page_something = "agon::Nim?"
    code_generate_error = 'panic!("on purpose")'
    code_execute_result = [
        {"code": "6 * 7", "result": "42"},
        {"code": "agon::Nimber(3) + agon::Nimber(5)", "result": "∗6"},
        {"code": 'format!("{:?}", (1, "堆"))', "mime": "text/plain"},
    ]
    code_display_data = [
        {"code": "agon::show(&agon::Nimber(3));", "mime": "text/plain"},
        {"code": 'agon::display("text/html", "<b>mex</b>");', "mime": "text/html"},
    ]
    code_history_pattern = "6 ? 7"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "agon::mex"
    code_clear_output = 'println!("gone");\nagon::clear_output(true);\nprintln!("here");'


class TestWelcome(suite.IopubWelcomeTests):
    kernel_name = "agon"
    support_iopub_welcome = True


def test_every_attribute_is_defined():
    made_by_the_suite = {"kc", "km"}
    for ours in [TestKernel, TestWelcome]:
        theirs = vars(ours.__mro__[1])
        samples = [name for name, value in theirs.items() if isinstance(value, (str, list, tuple, bool)) and not name.startswith("__")]
        assert [name for name in samples if name not in vars(ours) and name not in made_by_the_suite] == []
