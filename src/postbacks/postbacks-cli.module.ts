import { Module } from '@nestjs/common';
import { EndpointRepository } from './endpoints/endpoint.repository';
import { EndpointSecretService } from './endpoints/endpoint-secret.service';
import { RotateEndpointSecretsUseCase } from './endpoints/rotate-endpoint-secrets.use-case';

/** What the command line does with endpoints. */
@Module({ providers: [EndpointRepository, EndpointSecretService, RotateEndpointSecretsUseCase] })
export class PostbacksCliModule {}
