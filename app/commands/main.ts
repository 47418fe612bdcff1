import { runCommandLine } from './command-line.ts'

/** `node app/commands/main.ts <command>`: the commands of an operator, with the configuration of the environment. */
const caller = (name: string) => `node app/commands/main.ts ${name}`
process.exit(await runCommandLine(process.argv.slice(2), { caller }))
