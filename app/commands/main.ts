import { runCommandLine } from './command-line.ts'

// Runs a command of an operator, `node app/commands/main.ts <command>`, with the configuration of the environment.
const caller = (name: string) => `node app/commands/main.ts ${name}`
process.exit(await runCommandLine(process.argv.slice(2), { caller }))
