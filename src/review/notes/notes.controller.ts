import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles } from '../../auth';
import { ApiReply, IdempotencyKey, type IdempotencyRequest, type Reply, RouteId } from '../../common/http';
import { CaseNoteResponse } from '../timeline/note.response';
import { AddNoteUseCase } from './add-note.use-case';
import { NoteBody } from './note.body';

@ApiTags('Review')
@Controller('v1/review/submerchants/:id/notes')
@Roles('reviewer', 'admin')
export class NotesController {
  constructor(private readonly addNote: AddNoteUseCase) {}

  @Post()
  @ApiOperation({ summary: 'Write an internal note' })
  @ApiReply(201, CaseNoteResponse, 'Written.')
  async note(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() body: NoteBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.addNote.execute(id, operator, body.text, key);
  }
}
