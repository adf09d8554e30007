import { COMMON_PASSWORDS } from './common-passwords';

export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 200;

/** A shorter part of an e-mail is in too many passwords by accident. */
const MIN_LOCAL_PART = 3;
/** What is repeated up to so many characters is no more than its repetition. */
const MAX_UNIT = 4;

/** As fingers walk: over the digits, the alphabet, the rows of a keyboard. */
const WALKS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'].flatMap((walk) => [
  walk.repeat(3),
  Array.from(walk.repeat(3)).reverse().join(''),
]);

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * Why a password that somebody chose is refused, as a sentence; null when it may be had. `email` is its holder's: what
 * everybody tries first is no password, however it is padded.
 */
export function passwordFault(password: string, email: string): string | null {
  if (password.length < MIN_PASSWORD || password.length > MAX_PASSWORD)
    return `A password needs ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`;
  const plain = password.normalize('NFKC').toLowerCase();
  const localPart = email.normalize('NFKC').toLowerCase().split('@')[0] ?? '';
  if (localPart.length >= MIN_LOCAL_PART && plain.includes(localPart))
    return 'A password must not contain your e-mail address.';
  if (isCommon(plain) || isCommon(withLetters(plain)))
    return 'This password is one of those that are tried first: choose another one.';
  return null;
}

function isCommon(password: string): boolean {
  const core = password.replace(/^[^a-z]+|[^a-z]+$/g, '');
  return [password, core].some((text) => {
    const unit = repeatedUnit(text);
    return COMMON_PASSWORDS.has(text) || COMMON_PASSWORDS.has(unit) || isTrivial(text, unit);
  });
}

/** A few characters over and over, or a walk over the keys; only where it is long enough to be all of the password. */
function isTrivial(text: string, unit: string): boolean {
  if (text.length < MIN_PASSWORD) return false;
  return unit.length <= MAX_UNIT || WALKS.some((walk) => walk.includes(text));
}

/** The shortest text of which this one is a repetition; itself when it is none. */
function repeatedUnit(text: string): string {
  return text.slice(0, `${text}${text}`.indexOf(text, 1));
}

function withLetters(password: string): string {
  // What stands around the word is padding, not a letter in disguise.
  const word = password.replace(/^[^a-z@$]+|[^a-z@$]+$/g, '');
  return word.replaceAll(/[013457@$!]/g, (sign) => LOOK_ALIKES[sign] ?? sign);
}
