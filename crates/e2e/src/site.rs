//! The server under test, in this process and on a port of its own; or one that runs already.

use std::net::{SocketAddr, TcpListener};

use tokio::runtime::Runtime;

/// Where the app is served.
#[derive(Debug)]
pub struct Site {
    address: String,
    /// The server, while it runs here. It has a runtime to itself, because ending that also cuts open connections.
    running: Option<(SocketAddr, Option<Runtime>)>,
}

impl Site {
    /// Starts a server.
    ///
    /// # Panics
    /// When this machine has no free port.
    pub fn start() -> Site {
        let (address, runtime) = serve(SocketAddr::from(([127, 0, 0, 1], 0)));
        Site { address: format!("http://{address}/"), running: Some((address, Some(runtime))) }
    }

    /// A server that runs already, at an address like `http://127.0.0.1:8080/`.
    pub fn at(address: &str) -> Site {
        Site { address: address.to_owned(), running: None }
    }

    /// The address of the page.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Ends the server: from now on the network is gone, for the page, its workers and the service worker alike.
    pub(crate) fn stop(&mut self) {
        if let Some((_, runtime)) = &mut self.running
            && let Some(runtime) = runtime.take()
        {
            runtime.shutdown_background();
        }
    }

    /// Starts it again at the same address.
    pub(crate) fn resume(&mut self) {
        if let Some((address, runtime @ None)) = &mut self.running {
            *runtime = Some(serve(*address).1);
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // A runtime may not be dropped where another one runs, but may be left behind there.
        self.stop();
    }
}

fn serve(address: SocketAddr) -> (SocketAddr, Runtime) {
    let listener = TcpListener::bind(address).expect("a free port");
    let address = listener.local_addr().expect("the port that was bound");
    let runtime = crate::runtime();
    runtime.spawn(halfboard_server::serve(listener, std::future::pending()));
    (address, runtime)
}
