import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { MerchantRecord } from '../../auth';
import { Clock } from '../../common';
import { SnapshotRunner } from '../../database';
import { DOCUMENT_TYPES, SubmerchantDocument } from '../../documents';
import {
  Address,
  LegalRepresentative,
  type Submerchant,
  SubmerchantRepository,
  toAddressResponse,
} from '../../submerchants';
import { CaseClaims } from '../claims/case-claims';
import { CaseResponses } from '../desk/case-responses';
import { approvalObstacles, approvedAlong } from '../decisions/approval.rules';
import { toObstacleResponse } from '../decisions/obstacle.response';
import { FindingFactsReader } from '../findings/finding-facts.reader';
import { findingsOf } from '../findings/findings';
import { FourEyes } from '../four-eyes/four-eyes';
import { RequirementsService } from '../requirements/requirements.service';
import {
  type CaseFileResponse,
  toCaseDocumentResponse,
  toCasePartnerResponse,
  toChecklistItemResponse,
} from './case-file.response';
import { CaseHistory } from './case-history';
import { MAX_REPLACED } from './limits';

const TYPE_ORDER = new Map<string, number>(DOCUMENT_TYPES.map(({ type }, index) => [type, index]));

/** Puts a whole case together (contract §8), from one snapshot of the database. */
@Injectable()
export class CaseFile {
  constructor(
    private readonly snapshots: SnapshotRunner,
    private readonly submerchants: SubmerchantRepository,
    private readonly responses: CaseResponses,
    private readonly histories: CaseHistory,
    private readonly claims: CaseClaims,
    private readonly requirements: RequirementsService,
    private readonly findingFacts: FindingFactsReader,
    private readonly fourEyes: FourEyes,
    private readonly clock: Clock,
  ) {}

  /**
   * As the operator of this id sees it. Throws NOT_FOUND. Whatever the status: a case stays readable when it has left
   * the queue.
   */
  async read(id: string, viewerId: string): Promise<CaseFileResponse> {
    // A look of its holder keeps a claim alive (contract §8).
    await this.claims.renew(id, viewerId);
    // Else the version, to which a decision is tied by If-Match, could be newer than the documents beside it.
    return this.snapshots.run(async (manager) => {
      const submerchant = await this.submerchants.getAny(manager, id);
      const { merchantId, rounds: round } = submerchant;
      const merchant = await manager.findOneByOrFail(MerchantRecord, { id: merchantId });
      const documents = await this.documents(manager, submerchant);
      const history = await this.histories.read(manager, submerchant);
      const facts = (await this.findingFacts.read(manager, [id])).get(id);
      if (facts === undefined) throw new Error('a submerchant has the facts of its findings');
      const checklist = await this.requirements.list(submerchant, manager);
      const response = await this.responses.respond(manager, submerchant, viewerId);
      const obstacles = approvalObstacles({
        status: submerchant.status,
        claim: response.claim,
        first: response.awaiting_second,
        requirements: checklist,
        approvedAlong: documents.approvedAlong,
      });
      return Object.assign(response, {
        can_approve: obstacles.length === 0,
        obstacles: obstacles.map(toObstacleResponse),
        merchant_name: merchant.name,
        merchant_mode: merchant.mode,
        round,
        needs_second: await this.fourEyes.sharedDecisions(manager, merchant.mode, submerchant, viewerId),
        ...(await parts(manager, id)),
        documents: documents.shown,
        findings: findingsOf(facts, this.clock.now()),
        checklist: checklist.map(toChecklistItemResponse),
        timeline: history.timeline,
        earlier_rounds: history.rounds,
        notes: history.notes,
        left_out: {
          documents: documents.leftOut,
          timeline: history.stepsLeftOut,
          notes: history.notesLeftOut,
        },
      });
    });
  }

  private async documents(manager: EntityManager, submerchant: Submerchant) {
    const { id: submerchantId } = submerchant;
    const current = await manager.find(SubmerchantDocument, {
      where: { submerchantId, replacedAt: IsNull() },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    const [replaced, total] = await manager.findAndCount(SubmerchantDocument, {
      where: { submerchantId, replacedAt: Not(IsNull()) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: MAX_REPLACED,
    });
    const now = this.clock.now();
    const shown = [...current.sort(inOrderOfTypes), ...replaced].map((document) =>
      toCaseDocumentResponse(document, submerchant, now),
    );
    return {
      shown,
      approvedAlong: approvedAlong(current, submerchant, now),
      leftOut: total - replaced.length,
    };
  }
}

/** At most a hundred of each (decision 0058). */
async function parts(manager: EntityManager, submerchantId: string) {
  const partners = await manager.find(LegalRepresentative, {
    where: { submerchantId },
    order: { createdAt: 'ASC', id: 'ASC' },
  });
  const addresses = await manager.find(Address, {
    where: { submerchantId },
    order: { isPrimary: 'DESC', createdAt: 'DESC', id: 'DESC' },
  });
  return {
    legal_representatives: partners.map(toCasePartnerResponse),
    addresses: addresses.map(toAddressResponse),
  };
}

function inOrderOfTypes(one: SubmerchantDocument, other: SubmerchantDocument): number {
  return (TYPE_ORDER.get(one.type) ?? 0) - (TYPE_ORDER.get(other.type) ?? 0);
}
