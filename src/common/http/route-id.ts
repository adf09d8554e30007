import { Param, type PipeTransform } from '@nestjs/common';
import { commonErrors } from '../errors';
import { isUuid } from '../ids';

const uuidOrNotFound: PipeTransform = {
  transform(value: unknown) {
    // contract §1: an id that is no uuid is an unknown id.
    if (!isUuid(value)) throw commonErrors.NOT_FOUND();
    return value.toLowerCase();
  },
};

/** An id in the path. */
export function RouteId(name: string): ParameterDecorator {
  return Param(name, uuidOrNotFound);
}
