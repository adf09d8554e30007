/**
 * What a posting was refused for. The ledger knows no feature and no wire: whoever posts says what it means to the one who
 * asked. Once one is thrown the transaction is lost and must be rolled back.
 */
export abstract class PostingRefused extends Error {}

/** An account would pass its bound: there is less in it than the posting takes out. */
export class BoundPassedError extends PostingRefused {
  constructor(what = 'an account') {
    super(`${what} would pass its bound`);
    this.name = 'BoundPassedError';
  }
}

/** Another transaction has this reference. */
export class ReferenceTakenError extends PostingRefused {
  constructor(readonly reference: string) {
    super(`the reference ${reference} stands for a transaction with other lines`);
    this.name = 'ReferenceTakenError';
  }
}

/** A transaction is reversed once. */
export class AlreadyReversedError extends PostingRefused {
  constructor() {
    super('the transaction is reversed already, under another reference');
    this.name = 'AlreadyReversedError';
  }
}

/** What is to be reversed does not exist. */
export class NothingToReverseError extends PostingRefused {
  constructor(readonly reference: string) {
    super(`no transaction has the reference ${reference}`);
    this.name = 'NothingToReverseError';
  }
}
