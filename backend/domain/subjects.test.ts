import { describe, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { subjects } from './subjects.ts'

const data = { subject: '6f1e2c34-0000-4000-8000-000000000001' }

describe('erasing a person', () => {
  it('is recorded', () =>
    given(subjects, [])
      .when({ type: 'EraseSubject', data })
      .then([{ type: 'SubjectErased', data }]))
  it('happens once', () =>
    given(subjects, [{ type: 'SubjectErased', data }])
      .when({ type: 'EraseSubject', data })
      .thenNothing())
})
