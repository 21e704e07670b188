"""Server of the web page, with seats, storage, sockets and worker processes. It needs the extra `web`."""
