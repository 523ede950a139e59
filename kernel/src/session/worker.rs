//! The thread that makes the evaluator and runs cells with it. The evaluator never leaves this thread.

use super::execution::{Job, Outcome};
use super::flood::shortened;
use super::interrupts::interrupted;
use super::outputs::{Earlier, Outputs};
use super::{Event, Session, shell};
use crate::evaluator::{CellError, Evaluator, Output};
use crate::wire::Reply;
use crate::wire::execute::ExpressionValue;
use crossbeam_channel::{Receiver, RecvTimeoutError, Select, Sender, unbounded};
use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// How long news are left alone that are announced and do not come.
const PAUSE: Duration = Duration::from_millis(100);

/// Starts the thread. Dropping the sender of jobs ends it, and the evaluator with it.
pub fn start(
    session: &Arc<Session>,
    make_evaluator: impl FnOnce() -> Result<Box<dyn Evaluator>, CellError> + Send + 'static,
) -> io::Result<Sender<Job>> {
    let (jobs, inbox) = unbounded::<Job>();
    let session = Arc::clone(session);
    thread::Builder::new().name("evaluator".to_owned()).spawn(move || {
        let tell = |event| shell::post(&session.events, event);
        match guarded(make_evaluator) {
            Ok(mut evaluator) => {
                session.interrupts.connect(evaluator.interrupt_handle());
                session.tongue.find();
                tell(Event::Started(Ok(())));
                let mut earlier = Earlier::default();
                while let Some(job) = next(&inbox, evaluator.as_mut(), &mut earlier) {
                    session.tongue.recognise(&job.code);
                    if let Some(tag) = session.tongue.take() {
                        evaluator.set_language(&tag);
                    }
                    tell(Event::Finished(run(&session, evaluator.as_mut(), job, &mut earlier)));
                    session.language.set_variables(evaluator.settled_variables());
                    session.language.set_crates(evaluator.added_crates());
                }
                if let Err(error) = guarded(|| {
                    drop(evaluator);
                    Ok(())
                }) {
                    tracing::error!(error.evalue, "the evaluator did not end well");
                }
            }
            Err(error) => tell(Event::Started(Err(error))),
        }
        tell(Event::Ended);
    })?;
    Ok(jobs)
}

/// The next job. While there is none, what threads of earlier cells say is passed on.
fn next(inbox: &Receiver<Job>, evaluator: &mut dyn Evaluator, earlier: &mut Earlier<'_>) -> Option<Job> {
    loop {
        evaluator.catch_up(&mut |output| earlier.publish(output));
        let news = evaluator.news();
        let mut select = Select::new();
        let job = select.recv(inbox);
        if let Some(news) = &news {
            select.recv(news);
        }
        if select.ready() == job {
            return inbox.recv().ok();
        }
        // Ready without news: whoever sends them is gone (or it was a false alarm). Then only jobs are waited for, because
        // the other would be ready again at once, for ever.
        if news.as_ref().is_some_and(Receiver::is_empty) {
            match inbox.recv_timeout(PAUSE) {
                Ok(job) => return Some(job),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
}

/// Runs a cell, and after its success the expressions that go with it.
fn run<'a>(
    session: &'a Session,
    evaluator: &mut dyn Evaluator,
    job: Job,
    earlier: &mut Earlier<'a>,
) -> Outcome {
    let job = Arc::new(job);
    let mut outputs = Outputs::new(session, Arc::clone(&job));
    let mut publish = |outputs: &mut Outputs<'a>, output: Output| match output {
        Output::Late { run, output } if outputs.has_run_as(run) => outputs.publish(*output),
        late @ Output::Late { .. } => earlier.publish(late),
        output => outputs.publish(output),
    };
    let mut execute = |code: &str, receive: &mut dyn FnMut(Output)| {
        if session.interrupts.requested() {
            return Err(interrupted());
        }
        evaluator.set_number(job.execution_count);
        guarded(|| evaluator.execute(code, receive))
    };
    let result = execute(&job.code, &mut |output| publish(&mut outputs, output));
    let result = result.map_err(shortened);
    session.language.remember(&job.code, &result);
    let text = outputs.result_text();
    let mut expressions = std::collections::BTreeMap::new();
    if result.is_ok() {
        for (name, code) in &job.user_expressions {
            let mut value = ExpressionValue::unit();
            let outcome = execute(code, &mut |output| match output {
                Output::Result { data, metadata } => value = ExpressionValue { data, metadata },
                other => publish(&mut outputs, other),
            });
            let reply = outcome.map_or_else(Reply::Error, |()| Reply::Ok(value));
            expressions.insert(name.clone(), reply);
        }
    }
    session.input.withdraw();
    let payload = outputs.finish();
    earlier.push(outputs);
    Outcome { result: result.map(|()| expressions), text, payload }
}

/// A panic of the evaluator is a failed cell, not a silent kernel.
fn guarded<T>(work: impl FnOnce() -> Result<T, CellError>) -> Result<T, CellError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(crashed(panic.as_ref())))
}

/// What a panic has said.
pub fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

fn crashed(panic: &(dyn Any + Send)) -> CellError {
    let evalue = format!("the evaluator of the kernel panicked: {}", panic_message(panic));
    let advice =
        "This is a fault of the kernel, not of the cell. Restart the kernel if later cells fail, too.";
    CellError { ename: "Crashed".to_owned(), traceback: vec![evalue.clone(), advice.to_owned()], evalue }
}
