import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The full path of the first of these programs that is installed, or null. */
export function findProgram(...names) {
  const directories = (process.env.PATH ?? '').split(delimiter).filter((directory) => directory !== '');
  for (const name of names) {
    const candidates = isAbsolute(name) ? [name] : directories.map((directory) => join(directory, name));
    const found = candidates.find(isExecutable);
    if (found !== undefined) return found;
  }
  return null;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
