"""Leadership tests, panic, fear, terror, frenzy (WAB-LT, WAB-PA to WAB-FZ)."""

STEPS = (("Panic", ("panic.panic_test",)),)
