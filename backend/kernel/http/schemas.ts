import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import type { z } from 'zod'
import { withIncompleteRows } from './incomplete-rows.ts'
import { type FieldProblem, HttpProblem } from './problem.ts'

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const formats: Record<string, string> = {
  datetime: 'Use a time such as 2026-11-03T18:00:00Z.',
  date: 'Use a date such as 2026-11-03.',
  time: 'Use a time of day such as 18:00.',
  email: 'Use an email address such as name@example.org.',
  url: 'Use an address such as https://example.org.',
}

/** Wording for errors where the contract has none; messages in the contract take precedence. */
function wording(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (!issue.path?.length) return 'Send a JSON object.'
      if (issue.input === undefined) return 'This field is required.'
      return `This must be ${kinds[issue.expected] ?? issue.expected}.`
    case 'invalid_value':
      return `Use one of: ${issue.values.map(String).join(', ')}.`
    case 'too_small':
      return `This is too small or too short (at least ${issue.minimum}).`
    case 'too_big':
      return `This is too large or too long (at most ${issue.maximum}).`
    case 'invalid_format':
      return formats[issue.format] ?? 'This does not have the right form.'
    // With options: a union by one field, which has another value.
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? `Use one of: ${issue.options.map(String).join(', ')}.`
        : 'This does not have the right form.'
    default:
      return 'This value is not accepted.'
  }
}

/** For a failed union, the errors of the branch that matched best are the most helpful. */
const closest = (branches: Issue[][]): Issue[] =>
  branches.reduce((best, branch) => (branch.length < best.length ? branch : best))

function fieldProblems(issues: readonly Issue[], parent: PropertyKey[] = []): FieldProblem[] {
  return issues.flatMap((issue) => {
    const path = [...parent, ...issue.path]
    const at = (...more: PropertyKey[]) => [...path, ...more].map(String).join('.').slice(0, 200) || 'body'
    if (issue.code === 'unrecognized_keys')
      return issue.keys.slice(0, 20).map((key) => ({ path: at(key), message: 'Unknown field.' }))
    if (issue.code === 'invalid_union' && issue.errors.length > 0) return fieldProblems(closest(issue.errors), path)
    return [{ path: at(), message: issue.message }]
  })
}

/** 400 with every wrong field, and the first three in the message. */
export function invalidInput(errors: FieldProblem[]): HttpProblem {
  const named = errors.slice(0, 3).map(({ path, message }) => `${path} — ${message}`)
  return new HttpProblem(400, `Please check: ${named.join(' ')}`, { errors })
}

/** Request parts, parsed by the contract's schemas; strict, so that nothing is dropped or coerced silently. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const isBody = httpPart === 'body'
  return (input: unknown) => {
    // Fastify passes null where there is no body.
    const parsed = schema.safeParse(isBody && input === null ? undefined : input, { error: wording })
    return parsed.success ? { value: parsed.data } : { error: invalidInput(fieldProblems(parsed.error.issues)) }
  }
}

/** Our own response does not match the contract: a bug, reported with field names and never with values. */
export class AnswerMismatch extends Error {
  override readonly name = 'AnswerMismatch'
  readonly where: string
  constructor(where: string, issues: readonly Issue[]) {
    const wrong = issues.map(({ path, code }) => `${path.map(String).join('.') || 'answer'} (${code})`)
    super(`The answer of ${where} does not match its schema: ${wrong.join(', ')}.`)
    this.where = where
  }
}

/**
 * Responses: only fields in the schema leave the server, so that a column added to a query leaks nothing. A row that does
 * not fit is marked, and told to `onMismatch`; anything else that does not fit is thrown.
 */
export const serializerCompiler =
  (onMismatch: (mismatch: AnswerMismatch) => void): FastifySerializerCompiler<z.ZodType> =>
  ({ schema, method, url }) =>
  (answer: unknown) => {
    const parsed = schema.safeParse(answer)
    if (parsed.success) return JSON.stringify(parsed.data)
    const mismatch = new AnswerMismatch(`${method} ${url}`, parsed.error.issues)
    const incomplete = withIncompleteRows(schema, answer)
    if (incomplete === null) throw mismatch
    onMismatch(mismatch)
    return JSON.stringify(incomplete.shown)
  }
