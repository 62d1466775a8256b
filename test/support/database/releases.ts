/** The databases in test/fixtures/releases, which releases made themselves (test/record-release.ts). */
export const releaseSecret = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='

/** Requests that a release was sent before its database was recorded. */
export const writtenIn = (version: string) => ({
  prayer: { firstName: 'Ruth', prayer: `Rain for the fields, written in ${version}` },
  account: {
    email: 'ruth@campaign-of-ours.us',
    password: 'a long password of ruth 47',
    firstName: 'Ruth',
    lastName: 'Lake',
  },
})
