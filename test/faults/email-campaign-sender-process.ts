import { createApp } from '../../backend/app.ts'
import { parseConfig } from '../../backend/config/config.ts'
import { loadSecrets } from '../../backend/config/secrets.ts'
import { connect } from '../../backend/kernel/database/connect.ts'

/** Only sends campaign mail, like one process of several; its parent kills it. Settings of the sender as JSON. */
const config = parseConfig({ ...process.env })
const database = connect(config.databaseUrl ?? '')
const { emailCampaignSending } = await createApp({
  config,
  secrets: loadSecrets(config),
  database,
  overrides: { sending: JSON.parse(process.argv[2] ?? '{}') },
})
emailCampaignSending.start()
console.log('Sending')
