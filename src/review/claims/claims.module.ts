import { Module } from '@nestjs/common';
import { CaseClaims } from './case-claims';

/** For whatever answers a request of an operator on a case: it renews the claim of its holder. */
@Module({ providers: [CaseClaims], exports: [CaseClaims] })
export class ClaimsModule {}
