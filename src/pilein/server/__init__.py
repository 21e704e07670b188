"""Server of the page, with seats, storage, sockets and worker processes. It needs the extra `web`."""
