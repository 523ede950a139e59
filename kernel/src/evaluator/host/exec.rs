//! A cell may turn this process into another program (`CommandExt::exec`), which ends all other threads wherever they are.
//! So this process has an `execvp` of its own, the call by which the standard library does it: it passes on what was
//! printed and keeps hold of the pump, which might else have taken a text from a pipe and not sent it yet.

use std::ffi::{c_char, c_int, c_void};
use std::sync::OnceLock;

type Arguments = *const *const c_char;
type Execvp = unsafe extern "C" fn(*const c_char, Arguments) -> c_int;

/// The system's function of this name; nothing that was printed before is lost.
///
/// # Safety
/// As for the system's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn execvp(file: *const c_char, arguments: Arguments) -> c_int {
    static SYSTEM: OnceLock<Option<Execvp>> = OnceLock::new();
    let system = SYSTEM.get_or_init(|| {
        // SAFETY: the name ends in a zero; what the system finds is its own function, of this signature.
        unsafe {
            let found = libc::dlsym(libc::RTLD_NEXT, c"execvp".as_ptr());
            (!found.is_null()).then(|| std::mem::transmute::<*mut c_void, Execvp>(found))
        }
    });
    let Some(system) = system else { return -1 };
    let _held = super::threads::keeps_order().then(super::hold);
    // SAFETY: the caller's own arguments.
    unsafe { system(file, arguments) }
}
