/**
 * Loaded before the program of a supervised process (`node --require`). The channel to the supervisor closes
 * when that ends in whatever way, SIGKILL included: then nobody will ever stop this process, so it stops itself,
 * the way it would on SIGTERM.
 */
const LAST_RESORT_MS = 20_000;

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// Listening must not keep a process alive that has finished its work.
process.channel?.unref();
