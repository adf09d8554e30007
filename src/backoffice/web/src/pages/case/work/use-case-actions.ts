import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ApiError } from '../../../api/api-error';
import type { Schema } from '../../../api/types';
import { useChange, useRefresh } from '../../../api/use-api';
import type { DocumentReason, Revealed, SentReason } from './case-types';

/** Something that an operator does with a case. */
export interface Action<Input, Result = unknown> {
  /** `done` is told the answer, once the page shows the new state. */
  readonly run: (input: Input, done?: (result: Result) => void) => void;
  readonly isPending: boolean;
  readonly error: ApiError | null;
  /** The record that the last one was about: an error belongs beside it alone. */
  readonly about: string | null;
  /** Forgets the last error. */
  readonly reset: () => void;
}

type Decision = Schema<'CaseResponse'>;

export interface CaseActions {
  readonly approve: Action<void, Decision>;
  readonly reject: Action<{ reasons: SentReason[]; correctable: boolean }, Decision>;
  readonly sendBack: Action<{ reasons: SentReason[] }, Decision>;
  readonly suspend: Action<{ reason: string }, Decision>;
  readonly reactivate: Action<{ reason: string }, Decision>;
  readonly withdraw: Action<{ note: string }, Decision>;
  readonly setMcc: Action<{ mcc: string }, Decision>;
  readonly claim: Action<void>;
  readonly release: Action<void>;
  readonly note: Action<{ text: string }>;
  readonly reveal: Action<void, Revealed>;
  readonly approveDocument: Action<{ id: string }>;
  readonly rejectDocument: Action<{ id: string; code: DocumentReason; message: string | null }>;
  /** Two decisions at once would only race each other. */
  readonly isBusy: boolean;
}

const CASES = '/v1/review/submerchants';

/**
 * Every change of a case. Each is tied to the version that the operator has looked at; whatever was refused, the case
 * is fetched again: it is not what it seemed to be.
 */
export function useCaseActions(id: string, version: number): CaseActions {
  const refresh = useRefresh();
  const options = {
    refresh: [CASES],
    onError: (error: ApiError) => (error.status === 409 ? refresh(CASES) : undefined),
  } as const;
  const path = { id };
  const approve = useChange('post', '/v1/review/submerchants/{id}/approve', options);
  const reject = useChange('post', '/v1/review/submerchants/{id}/reject', options);
  const sendBack = useChange('post', '/v1/review/submerchants/{id}/request-resubmission', options);
  const suspend = useChange('post', '/v1/review/submerchants/{id}/suspend', options);
  const reactivate = useChange('post', '/v1/review/submerchants/{id}/reactivate', options);
  const withdraw = useChange('delete', '/v1/review/submerchants/{id}/decision', options);
  const setMcc = useChange('patch', '/v1/review/submerchants/{id}', options);
  const claim = useChange('post', '/v1/review/submerchants/{id}/claim', options);
  const release = useChange('post', '/v1/review/submerchants/{id}/release', options);
  const note = useChange('post', '/v1/review/submerchants/{id}/notes', options);
  const reveal = useChange('post', '/v1/review/submerchants/{id}/reveal', options);
  const approveDocument = useChange('post', '/v1/review/documents/{id}/approve', options);
  const rejectDocument = useChange('post', '/v1/review/documents/{id}/reject', options);
  const decisions = [approve, reject, sendBack, suspend, reactivate, withdraw, setMcc];
  return {
    approve: action(approve, () => ({ path, version })),
    reject: action(reject, (body) => ({ path, body, version })),
    sendBack: action(sendBack, (body) => ({ path, body, version })),
    suspend: action(suspend, (body) => ({ path, body, version })),
    reactivate: action(reactivate, (body) => ({ path, body, version })),
    withdraw: action(withdraw, (body) => ({ path, body, version })),
    setMcc: action(setMcc, (body) => ({ path, body, version })),
    claim: action(claim, () => ({ path })),
    release: action(release, () => ({ path })),
    note: action(note, (body) => ({ path, body })),
    reveal: action(reveal, () => ({ path })),
    approveDocument: action(approveDocument, (document) => ({ path: document, version })),
    rejectDocument: action(rejectDocument, ({ id: documentId, ...body }) => ({
      path: { id: documentId },
      body,
      version,
    })),
    isBusy: [...decisions, approveDocument, rejectDocument].some(({ isPending }) => isPending),
  };
}

/** One change of use-api.ts, with the parts that are always the same filled in. */
function action<Parts extends { readonly path?: unknown }, Input, Result>(
  change: UseMutationResult<Result, ApiError, Parts>,
  partsOf: (input: Input) => Parts,
): Action<Input, Result> {
  return {
    run: (input, done) => {
      // Pressed twice before the button shows that it is pressed.
      if (change.isPending) return;
      change.mutate(partsOf(input), { onSuccess: (result) => done?.(result) });
    },
    isPending: change.isPending,
    error: change.error,
    about: idIn(change.variables),
    reset: change.reset,
  };
}

function idIn(parts: { readonly path?: unknown } | undefined): string | null {
  const path = parts?.path;
  return typeof path === 'object' && path !== null && 'id' in path && typeof path.id === 'string'
    ? path.id
    : null;
}

/** For a dialog: what was refused is no longer said when it is opened again. */
export function useForgottenWhenClosed({ reset }: Pick<Action<unknown>, 'reset'>): void {
  useEffect(() => reset, [reset]);
}
