import program from '../../../package.json' with { type: 'json' }

/** What `npm start` gives to Node: its flags, and the first file. */
export const startArguments: readonly string[] = program.scripts.start.split(' ').slice(1)
