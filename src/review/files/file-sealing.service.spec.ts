import { randomBytes } from 'node:crypto';
import { SystemRandomness } from '../../common';
import { KeyRing, SecretBox } from '../../common/crypto';
import {
  type FileFacts,
  FileSealingService,
  pieceCount,
  placeOf,
  type SealedFile,
} from './file-sealing.service';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const vaultOf = (ring: string) =>
  new FileSealingService(new SecretBox(KeyRing.parse(ring), new SystemRandomness()));
const [old, newer] = [key('k1'), key('k2')];
const vault = vaultOf(old);

const plain = randomBytes(2_500_000);
const facts: FileFacts = {
  merchantId: 'a',
  documentId: 'one',
  contentType: 'application/pdf',
  sizeBytes: plain.length,
  sha256: randomBytes(32),
};
const pieceOf = ({ keyId, sealed }: SealedFile, piece: number): SealedFile => {
  const { offset, length } = placeOf(piece);
  return { keyId, sealed: sealed.subarray(offset, offset + length) };
};
const openAll = (from: FileSealingService, file: SealedFile): Buffer =>
  Buffer.concat(
    Array.from({ length: pieceCount(facts) }, (_, piece) =>
      from.openPiece(facts, piece, pieceOf(file, piece)),
    ),
  );

it('opens piece by piece what it sealed', () => {
  const file = vault.seal(facts, plain);
  expect(pieceCount(facts)).toBe(3);
  expect(file.sealed).toHaveLength(plain.length + 3 * 28);
  expect(openAll(vault, file).equals(plain)).toBe(true);
});

it('a piece opens only in its place, in its file, and with the facts of its file', () => {
  const file = vault.seal(facts, plain);
  const first = pieceOf(file, 0);
  expect(() => vault.openPiece(facts, 1, first)).toThrow();
  for (const other of [
    { ...facts, merchantId: 'b' },
    { ...facts, documentId: 'two' },
    { ...facts, contentType: 'image/png' as const },
    { ...facts, sizeBytes: plain.length - 1 },
    { ...facts, sha256: randomBytes(32) },
  ]) {
    expect(() => vault.openPiece(other, 0, first)).toThrow();
  }
});

it('a file that is cut does not open as a shorter one', () => {
  const file = vault.seal(facts, plain);
  const cut = { keyId: file.keyId, sealed: file.sealed.subarray(0, placeOf(2).offset) };
  expect(() => openAll(vault, cut)).toThrow();
});

it('seals anew with the newest key; what no key opens is refused', () => {
  const file = vault.seal(facts, plain);
  const anew = vaultOf(`${newer},${old}`).sealAnew({ facts, ...file });
  expect(anew.keyId).toBe('k2');
  expect(openAll(vaultOf(newer), anew).equals(plain)).toBe(true);
  expect(() => vaultOf(newer).sealAnew({ facts, ...file })).toThrow(/ENCRYPTION_KEYS/);
});
