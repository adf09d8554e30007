import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { type Reading, SnapshotRunner } from '../../database';
import { DOCUMENT_TYPES, DocumentReader, type SubmerchantDocument } from '../../documents';
import {
  AddressReader,
  LegalRepresentativeReader,
  type Submerchant,
  SubmerchantReader,
  toAddressResponse,
} from '../../submerchants';
import type { ClaimResponse } from '../claims/claim.response';
import { FindingFactsRepository } from '../findings/finding-facts.repository';
import { findingsOf } from '../findings/finding.rules';
import { FourEyesService } from '../four-eyes/four-eyes.service';
import { approvalObstacles, approvedAlong } from '../obstacles/approval.rules';
import { toObstacleResponse } from '../obstacles/obstacle.response';
import { RequirementReader } from '../requirements/requirement.reader';
import { RoundChangesReader } from '../rounds/round-changes.reader';
import { CaseRepository } from './case.repository';
import {
  type CaseDetailsResponse,
  toCaseDocumentResponse,
  toCasePartnerResponse,
  toChecklistItemResponse,
} from './case-details.response';
import { CaseSummaryReader } from './case-summary.reader';
import { CaseTimelineReader } from './case-timeline.reader';

/** What grows with every resending is shown up to here, the newest first. */
export const MAX_REPLACED = 200;

const TYPE_ORDER = new Map<string, number>(DOCUMENT_TYPES.map(({ type }, index) => [type, index]));

/** Puts a whole case together (contract §8), from one snapshot of the database. */
@Injectable()
export class CaseReader {
  constructor(
    private readonly snapshots: SnapshotRunner,
    private readonly cases: CaseRepository,
    private readonly submerchants: SubmerchantReader,
    private readonly legalRepresentatives: LegalRepresentativeReader,
    private readonly addresses: AddressReader,
    private readonly documents: DocumentReader,
    private readonly summaries: CaseSummaryReader,
    private readonly timelines: CaseTimelineReader,
    private readonly requirements: RequirementReader,
    private readonly roundChanges: RoundChangesReader,
    private readonly findingFacts: FindingFactsRepository,
    private readonly fourEyes: FourEyesService,
    private readonly clock: Clock,
  ) {}

  /**
   * As the operator of this id sees it. Throws NOT_FOUND. Whatever the status: a case stays readable when it has left
   * the queue.
   */
  async get(id: string, viewerId: string): Promise<CaseDetailsResponse> {
    // Else the version, to which a decision is tied by If-Match, could be newer than the documents beside it.
    return this.snapshots.run(async (reading) => {
      const submerchant = await this.submerchants.getAnyRecord(id, reading);
      const summary = await this.summaries.get(reading, submerchant, viewerId);
      const merchant = await this.cases.getMerchant(reading, submerchant);
      const partners = await this.legalRepresentatives.listAll(submerchant, reading);
      const addresses = await this.addresses.listAll(submerchant, reading);
      const documents = await this.documentsOf(reading, submerchant, summary.claim);
      const timeline = await this.timelines.get(reading, submerchant);
      const facts = (await this.findingFacts.list([submerchant], reading)).get(id);
      if (facts === undefined) throw new Error('a submerchant has the facts of its findings');
      const requirements = await this.requirements.list(submerchant, reading);
      const obstacles = approvalObstacles({
        status: submerchant.status,
        claim: summary.claim,
        first: summary.awaiting_second,
        requirements,
        approvedAlong: documents.approvedAlong,
      });
      return Object.assign(summary, {
        merchant_name: merchant.name,
        merchant_mode: merchant.mode,
        round: submerchant.rounds,
        needs_second: await this.fourEyes.listShared(reading, submerchant, viewerId),
        can_approve: obstacles.length === 0,
        obstacles: obstacles.map(toObstacleResponse),
        legal_representatives: partners.map(toCasePartnerResponse),
        addresses: addresses.map(toAddressResponse),
        documents: documents.shown,
        findings: findingsOf(facts, this.clock.now()),
        checklist: requirements.map(toChecklistItemResponse),
        timeline: timeline.steps,
        earlier_rounds: timeline.rounds,
        changes: await this.roundChanges.find(reading, submerchant, partners, addresses),
        notes: timeline.notes,
        left_out: {
          documents: documents.leftOut,
          timeline: timeline.stepsLeftOut,
          notes: timeline.notesLeftOut,
        },
      });
    });
  }

  private async documentsOf(reading: Reading, submerchant: Submerchant, claim: ClaimResponse | null) {
    const current = await this.documents.listCurrent([submerchant], reading);
    const [replaced, total] = await this.documents.listReplaced(submerchant, MAX_REPLACED, reading);
    const now = this.clock.now();
    const along = approvedAlong(current, submerchant, now);
    const shown = [...current.sort(inOrderOfTypes), ...replaced].map((document) =>
      toCaseDocumentResponse(document, submerchant, claim, along, now),
    );
    return {
      shown,
      approvedAlong: along,
      leftOut: total - replaced.length,
    };
  }
}

function inOrderOfTypes(one: SubmerchantDocument, other: SubmerchantDocument): number {
  return (TYPE_ORDER.get(one.type) ?? 0) - (TYPE_ORDER.get(other.type) ?? 0);
}
