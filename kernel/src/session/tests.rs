//! The kernel as a frontend sees it: real zmq sockets, and a scripted evaluator behind them.

mod execution;
mod frontend;
mod lifecycle;
mod requests;
mod script;
mod start;
mod stdin;
mod subshell;
