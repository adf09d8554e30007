import { FreeTextField } from '../../common/validation';

export class NoteBody {
  @FreeTextField({ description: 'For the other operators; the merchant never sees it.' })
  text: string;
}
