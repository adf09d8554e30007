import { FreeTextField } from '../../common/validation';

export class NoteBody {
  @FreeTextField({ description: 'For the other operators; never told to the merchant.' })
  text: string;
}
