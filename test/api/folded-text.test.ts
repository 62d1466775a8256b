import type { Pool } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { volunteerList } from '../../backend/read-model/volunteers.ts'
import { createProjectedDatabase } from '../support/database/database.ts'

async function keyOf(pool: Pool, name: 'folded' | 'sort_key' | 'search_key' | 'search_pattern', words: string) {
  const { rows } = await pool.query<{ key: string }>(`SELECT app.${name}($1) AS key`, [words])
  return rows[0]?.key ?? ''
}

it.each([
  ['Ángel', 'A\u0301ngel', 'angel'],
  ['Straße', 'STRASSE', 'strasse'],
  ['ΟΔΟΣ', 'οδός', 'οδοσ'],
  ['İstanbul', 'ISTANBUL', 'istanbul'],
  ['Łukasz Øre Đoković', 'łukasz øre đoković', 'lukasz ore dokovic'],
  ['Æsa Œuvre Þór', 'æsa œuvre þór', 'aesa oeuvre thor'],
  ['ﬁnal', 'FINAL', 'final'],
  ['Ёлкин', 'Е\u0308ЛКИН', 'елкин'],
  ['שָׁלוֹם', 'שלום', 'שלום'],
  ['أحمد', 'احمد', 'احمد'],
  ['한국', '\u1112\u1161\u11ab\u1100\u116e\u11a8', '한국'],
  ['が', 'か\u3099', 'が'],
  ['soft\u00adhyphen', 'soft\u200bhyphen', 'softhyphen'],
  ['हिन्दी', 'हिन्दी', 'हिन्दी'],
])('%s and %s are the same words', async (one, other, folded) => {
  const { pool } = await createProjectedDatabase()
  expect([await keyOf(pool, 'folded', one), await keyOf(pool, 'folded', other)]).toEqual([folded, folded])
})

it('a search key is ASCII, and contains the pattern of every part of the words and of nothing else', async () => {
  const { pool } = await createProjectedDatabase()
  const texts = ['Йорк 320 a\\b 50%', 'Ann_Lee 555-0100 c\\d', '王芳 _ QA 12', '🙂Q320Q270']
  const parts = [
    'йор',
    'рк 3',
    '20 a',
    'a\\b',
    '50%',
    'n_l',
    '555',
    'c\\d',
    '芳',
    '芳 _',
    'q',
    'qa',
    '🙂',
    'ёрк',
    '芳芳',
  ]
  for (const text of texts) {
    const [key, folded] = [await keyOf(pool, 'search_key', text), await keyOf(pool, 'folded', text)]
    expect(key).toMatch(/^[\x20-\x7e]+$/)
    for (const part of parts) {
      const { rows } = await pool.query<{ is: boolean }>(
        `SELECT app.search_key($1) LIKE '%' || app.search_pattern($2) || '%' AS is`,
        [text, part],
      )
      expect([text, part, rows[0]?.is]).toEqual([text, part, folded.includes(await keyOf(pool, 'folded', part))])
    }
  }
})

it('what becomes eighteen characters still fits into an index', async () => {
  const { pool } = await createProjectedDatabase()
  const widest = Array.from({ length: 200 }, (_, index) => `\ufdfa${String.fromCodePoint(0x20000 + index * 97)}`).join(
    '',
  )
  expect([...(await keyOf(pool, 'sort_key', widest))]).toHaveLength(500)
  await pool.query(
    `INSERT INTO read.prayers (id, first_name, location, prayer, status, is_erased, created_at, subject, revision)
     VALUES (1, $1, $1, $1, 'pending', false, now(), gen_random_uuid(), 0)`,
    [widest],
  )
})

it.each(['Иван', '王芳', 'Jürgen'])('the index of a long list finds %s alone', async (name) => {
  const { pool } = await createProjectedDatabase()
  const client = await pool.connect()
  onTestFinished(() => client.release(true))
  await client.query(
    `INSERT INTO read.volunteers (id, first_name, last_name, email, interests, skill_match, interest_match, is_deleted,
       is_erased, created_at, subject, revision)
     SELECT id, CASE id WHEN 1234 THEN $1 ELSE 'Пётр 李娜 Jörg ' || id END, 'Gray', 'gray' || id || '@example.org', '{}', '[]', '[]',
       false, false, now(), gen_random_uuid(), 0
     FROM generate_series(1, 3000) AS id`,
    [name],
  )
  await client.query('ANALYZE read.volunteers')
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: object }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) SELECT item.id FROM read.volunteers AS item
     WHERE app.search_key(${volunteerList.searched}) LIKE '%' || app.search_pattern('${name}') || '%'`,
  )
  expect(JSON.stringify(rows[0])).toMatch(/"Index Name":"volunteers_search".*"Actual Rows":1(\.0+)?,/)
})
