import 'reflect-metadata';
import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Headers,
  Injectable,
  Module,
  Post,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DataSource, Repository } from 'typeorm';
import { ApiKey } from '../../../../src/auth/api-keys/api-key.entity';
import { Charge } from '../../../../src/charges/charge.entity';
import { ChargeHistoryEntry } from '../../../../src/charges/charge-history.entity';
import { ChargeSplit } from '../../../../src/charges/splits/charge-split.entity';
import { KeyRing, matchesKeyedHash } from '../../../../src/common/crypto';
import { IdempotencyRecord } from '../../../../src/common/http/idempotency/idempotency-record.entity';
import { OutboxEvent } from '../../../../src/common/outbox/outbox-event.entity';
import { dataSourceOptions } from '../../../../src/database';
import { answer } from '../child';
import { PLAIN_SCHEMA, type PlainGiven } from '../plain-tables';

const CONNECTIONS = 10;

class CustomerBody {
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  name: string;

  @IsEmail()
  email: string;

  @IsString()
  type: string;
}

class ItemBody {
  @IsString()
  @IsNotEmpty()
  name: string;

  @IsNumber()
  @Min(0.001)
  quantity: number;

  @IsNumber()
  @Min(0)
  unit_price: number;

  @IsOptional()
  @IsBoolean()
  tangible?: boolean;
}

class ChargeBody {
  @IsInt()
  @Min(1)
  amount: number;

  @IsIn(['physical', 'digital', 'service'])
  product_type: string;

  @ValidateNested()
  @Type(() => CustomerBody)
  customer: CustomerBody;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ItemBody)
  items: ItemBody[];

  @IsIn(['pix'])
  payment_method: string;

  @IsObject()
  payment_details: object;
}

/** What the product wrote for such a charge. */
interface Rows {
  readonly charge: Charge;
  readonly splits: readonly ChargeSplit[];
  readonly history: ChargeHistoryEntry;
  readonly event: OutboxEvent;
  readonly answer: string;
}

/** Reads who calls with each request, and compares the secret. */
@Injectable()
class KeyGuard implements CanActivate {
  static peppers: KeyRing;

  constructor(@InjectRepository(ApiKey) private readonly keys: Repository<ApiKey>) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { authorization = '' } = context.switchToHttp().getRequest<IncomingMessage>().headers;
    const [publicKey, secret = ''] = Buffer.from(authorization.slice(6), 'base64').toString().split(':');
    const key = await this.keys.findOneBy({ publicKey: publicKey ?? '' });
    const isRight =
      key !== null &&
      key.revokedAt === null &&
      matchesKeyedHash(KeyGuard.peppers, secret, { mac: key.secretMac, keyId: key.pepperId });
    if (!isRight) throw new UnauthorizedException();
    return true;
  }
}

/** A charge, its parts, its history, its event and its key: an entity saved after the other, in a transaction. */
@Injectable()
class ChargesService {
  static rows: Rows;

  constructor(private readonly dataSource: DataSource) {}

  async create(body: ChargeBody, key: string): Promise<object> {
    const scope = createHash('sha256').update(key).digest();
    const { rows } = ChargesService;
    const id = randomUUID();
    const reply = JSON.parse(rows.answer.replaceAll(rows.charge.id, id)) as object;
    return this.dataSource.transaction(async (manager) => {
      const known = await manager.findOneBy(IdempotencyRecord, { scope });
      if (known !== null) return JSON.parse(known.responseBody ?? '{}') as object;
      const reference = id.replaceAll('-', '').slice(0, rows.charge.providerReference?.length).toUpperCase();
      const { merchantId, providerAccountId } = rows.charge;
      const own = { id, totalAmountCents: body.amount, providerReference: reference };
      await manager.save(Object.assign(new Charge(), rows.charge, own));
      await manager.save(
        rows.splits.map((split) => Object.assign(new ChargeSplit(), split, { chargeId: id })),
      );
      await manager.save(Object.assign(new ChargeHistoryEntry(), rows.history, { chargeId: id }));
      await manager.query(
        `INSERT INTO provider_references (account_id, reference, merchant_id, subject_type, subject_id)
         VALUES ($1, $2, $3, 'charge', $4)`,
        [providerAccountId, reference, merchantId, id],
      );
      const payload = rows.event.payload.replaceAll(rows.charge.id, id);
      const event = { id: randomUUID(), resourceId: id, payload };
      await manager.save(Object.assign(new OutboxEvent(), rows.event, event));
      await manager.save(IdempotencyRecord, {
        scope,
        requestMac: createHash('sha256').update(JSON.stringify(body)).digest(),
        macKeyId: 'plain',
        responseStatus: 201,
        responseBody: JSON.stringify(reply),
        expiresAt: new Date(Date.now() + 86_400_000),
      });
      return reply;
    });
  }
}

@Controller('v1/charges')
@UseGuards(ThrottlerGuard, KeyGuard)
class ChargesController {
  constructor(private readonly charges: ChargesService) {}

  @Post()
  create(@Body() body: ChargeBody, @Headers('idempotency-key') key: string): Promise<object> {
    return this.charges.create(body, key);
  }
}

async function listen({ databaseUrl, pepper, chargeId }: PlainGiven): Promise<number> {
  KeyGuard.peppers = KeyRing.parse(pepper);
  const database = dataSourceOptions({ url: databaseUrl, poolSize: CONNECTIONS });
  // Rows are read and written where nobody checks what several rows say together: a row at a time cannot pass there.
  const options = `-c search_path=${PLAIN_SCHEMA},public -c TimeZone=UTC`;
  Object.assign(database, { extra: { max: CONNECTIONS, options } });
  @Module({
    imports: [
      TypeOrmModule.forRoot(database),
      TypeOrmModule.forFeature([ApiKey]),
      ThrottlerModule.forRoot([{ ttl: 60_000, limit: 1_000_000 }]),
    ],
    controllers: [ChargesController],
    providers: [ChargesService, KeyGuard],
  })
  class PlainModule {}
  const app = await NestFactory.create(PlainModule, { logger: ['error', 'warn'] });
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
  ChargesService.rows = await rowsOf(app.get(DataSource), chargeId);
  await app.listen(0, '127.0.0.1');
  return (app.getHttpServer().address() as AddressInfo).port;
}

async function rowsOf({ manager }: DataSource, id: string): Promise<Rows> {
  const charge = await manager.findOneByOrFail(Charge, { id });
  const { merchantId } = charge;
  const ofCharge = { merchantId, chargeId: id };
  const [record] = await manager.query<{ response_body: string }[]>(
    'SELECT response_body FROM idempotency_records WHERE position($1 in response_body) > 0',
    [id],
  );
  return {
    charge,
    splits: await manager.findBy(ChargeSplit, ofCharge),
    history: await manager.findOneByOrFail(ChargeHistoryEntry, ofCharge),
    event: await manager.findOneByOrFail(OutboxEvent, { merchantId, resourceId: id }),
    answer: record?.response_body ?? '{}',
  };
}

answer({ listen });
