import program from '../../../package.json' with { type: 'json' }

/** The arguments that `npm start` passes to Node: its flags, and the first file. */
export const startArguments: readonly string[] = program.scripts.start.split(' ').slice(2)
