import { getPixKeyInfo } from '@brazilian-utils/brazilian-utils/get-pix-key-info';

export const PIX_KEY_TYPES = ['cpf', 'cnpj', 'email', 'phone', 'evp'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

/**
 * A key of the type that was named, as the central bank's directory writes it (money contract §12); null when it is none. E-mail
 * addresses and random keys are taken in any case, numbers without a mask alone: the type is never guessed from how it is written.
 */
export function normalPixKey(type: PixKeyType, written: string): string | null {
  const key = type === 'email' || type === 'evp' ? written.toLowerCase() : written;
  const known = getPixKeyInfo(key);
  return known?.type === type && known.value === key ? key : null;
}

/** Enough to recognise a key, and not to use it. */
export function maskedPixKey(type: PixKeyType, key: string): string {
  if (type === 'email') {
    const at = key.lastIndexOf('@');
    return `${key.slice(0, 1)}${'*'.repeat(Math.max(at - 1, 2))}${key.slice(at)}`;
  }
  return maskedBut(key, 4);
}

/** All but the last characters; of a short text at least half is masked. */
export function maskedBut(text: string, shown: number): string {
  const kept = Math.min(shown, Math.floor(text.length / 2));
  return `${'*'.repeat(text.length - kept)}${text.slice(text.length - kept)}`;
}

/** The first letter of each word. */
export function maskedName(name: string): string {
  return name
    .split(' ')
    .map((word) => {
      const [first = '', ...rest] = Array.from(word);
      return `${first}${'*'.repeat(rest.length)}`;
    })
    .join(' ');
}
