import { Module } from '@nestjs/common';
import { Statistics } from './statistics';
import { StatisticsController } from './statistics.controller';

/** What the team does, in numbers. */
@Module({ controllers: [StatisticsController], providers: [Statistics] })
export class StatisticsModule {}
