import { type Decider, DomainError, type Fact } from '../../../backend/kernel/eventlog/decider.ts'

type Words = { noteId: number; subject: string; author: string; email: string | null; words: string }
type Id = { noteId: number }

type NoteCommand = Fact<'WriteNote', Words> | Fact<'PinNote', Id> | Fact<'TearNote', Id>
type NoteEvent = Fact<'NoteWritten', Words> | Fact<'NotePinned', Id> | Fact<'NoteTorn', Id>
type Note = 'unknown' | 'written' | 'pinned' | 'torn'

export const noteStream = (noteId: number) => `note-${noteId}`

/** Values that replace the personal fields of an erased author. */
export const personalFields = { NoteWritten: { author: 'Erased', email: null, words: '' } }

/** A topic for tests of what knows no campaign. */
export const notes: Decider<Note, NoteCommand, NoteEvent> = {
  initialState: 'unknown',
  decide(command, note) {
    if (command.type === 'WriteNote') {
      if (note !== 'unknown') throw new DomainError('conflict', 'This note is written already.')
      return [{ type: 'NoteWritten', data: command.data }]
    }
    if (note === 'unknown' || note === 'torn') throw new DomainError('not_found', 'Note not found.')
    if (command.type === 'TearNote') return [{ type: 'NoteTorn', data: command.data }]
    return note === 'pinned' ? [] : [{ type: 'NotePinned', data: command.data }]
  },
  evolve(_note, event) {
    switch (event.type) {
      case 'NoteWritten':
        return 'written'
      case 'NotePinned':
        return 'pinned'
      case 'NoteTorn':
        return 'torn'
    }
  },
}
