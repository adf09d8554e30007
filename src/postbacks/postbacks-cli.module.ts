import { Module } from '@nestjs/common';
import { EndpointSecrets } from './endpoints/endpoint-secrets';
import { RotateEndpointSecrets } from './endpoints/rotate-endpoint-secrets';

/** What the command line does with endpoints. */
@Module({ providers: [EndpointSecrets, RotateEndpointSecrets] })
export class PostbacksCliModule {}
