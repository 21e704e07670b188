"""The page's server: seats, storage, sockets and worker processes. It needs the extra `web`."""
