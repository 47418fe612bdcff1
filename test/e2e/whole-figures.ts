import { readFile } from 'node:fs/promises'
import pg from 'pg'

/** Prints the metrics of each part of the running whole stack. The file contains their URLs. */
export async function printFigures(file: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  const { metrics, consoleUrl } = JSON.parse(text) as {
    metrics: Record<string, string>
    consoleUrl: string
  }
  const figures: [what: string, count: number][] = []
  for (const [name, url] of Object.entries(metrics)) {
    const page = await (await fetch(url)).text()
    if (name === 'worker') {
      figures.push(['jobs of the worker', sum(page, /^portico_job_seconds_count\{/)])
      continue
    }
    figures.push(
      [`requests at ${name}`, sum(page, /^portico_request_seconds_count\{/)],
      [
        `lists of ${name} from the follower`,
        sum(page, /^portico_follower_reads_total\{.*"follower"/),
      ],
      [
        `lists of ${name} from the primary`,
        sum(page, /^portico_follower_reads_total\{.*"primary"/),
      ],
    )
  }
  figures.push(['transactions through PgBouncer', await pooled(consoleUrl)])
  const lines = figures.map(([what, count]) => `  ${what}: ${count.toLocaleString('en')}`)
  process.stdout.write(`\nThrough the whole stack\n${lines.join('\n')}\n`)
}

function sum(page: string, line: RegExp): number {
  return page
    .split('\n')
    .filter((each) => line.test(each))
    .reduce((total, each) => total + Number(each.split(' ').at(-1)), 0)
}

async function pooled(address: string): Promise<number> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const { rows } = await client
    .query<{ database: string; total_xact_count: string }>('show stats')
    .finally(() => client.end())
  return Number(rows.find(({ database }) => database === 'portico')?.total_xact_count ?? 0)
}
