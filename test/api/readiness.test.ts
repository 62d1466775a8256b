import { expect, it, onTestFinished } from 'vitest'
import { connect } from '../../backend/database/connect.ts'
import { createTestApp } from '../support/app/app.ts'
import { createEmptyDatabase } from '../support/database/database.ts'

it('while a first start still creates the database, /readyz says so, and reports no problem', async () => {
  const { url } = await createEmptyDatabase()
  for (const notYet of [url, `${url}_absent`]) {
    const database = connect(notYet)
    onTestFinished(database.close)
    const app = await createTestApp({ identity: 'real', log: 'postgres', runs: 'nothing', database })
    const answer = await app.http.inject('/readyz')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.json()).toEqual({ ready: false, checks: { started: false } })
  }
})
