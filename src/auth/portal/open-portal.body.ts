import { TextField } from '../../common/validation';

export class OpenPortalBody {
  @TextField({ max: 200, description: 'What follows # in the link.' })
  token: string;
}
