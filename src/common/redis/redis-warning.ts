/** Beyond this part of `maxmemory` there is little time left before Redis refuses every write. */
const FULL = 0.9;

/** What in the settings and the memory of a Redis, as its INFO tells them, endangers the queue; null when nothing does. */
export function findRedisWarning(info: string): string | null {
  const value = (name: string): string => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
  const policy = value('maxmemory_policy');
  // Any other policy throws away jobs and rate counters once the memory is full, in silence.
  if (policy !== '' && policy !== 'noeviction') return `maxmemory-policy is ${policy}: it must be noeviction`;
  const [used, most] = [Number(value('used_memory')), Number(value('maxmemory'))];
  if (most > 0 && used > most * FULL)
    return `its memory is full to ${Math.floor((used / most) * 100)} %: raise maxmemory`;
  return null;
}
