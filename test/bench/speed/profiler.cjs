// Loaded into a process of the service (--require): from a first SIGUSR2 to a second one it takes a profile of its own processor
// time, and writes it to PROFILE_FILE.
const { Session } = require('node:inspector');
const { writeFileSync } = require('node:fs');

const INTERVAL_US = 250;
let session = null;

process.on('SIGUSR2', () => {
  if (session === null) {
    session = new Session();
    session.connect();
    session.post('Profiler.enable');
    session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
    session.post('Profiler.start');
    return;
  }
  session.post('Profiler.stop', (_error, { profile }) => {
    writeFileSync(process.env.PROFILE_FILE, JSON.stringify(profile));
    session.disconnect();
    session = null;
  });
});
