"""Server of the page: seats, storage, sockets and worker processes. It needs the extra `web`."""
