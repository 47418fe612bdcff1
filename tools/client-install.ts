import { existsSync, readFileSync } from 'node:fs'
import type { Stack } from '../trials/clients/stacks.ts'

/** Makers of install commands, by the file of a stack's folder that pins its versions. */
const commands: Readonly<Record<string, (text: string) => string>> = {
  'package.json': npmInstall,
  'requirements.txt': pipInstall,
  'go.mod': goGet,
  'Cargo.toml': cargoAdd,
  'pom.xml': mavenPackage,
}

/** Returns the commands that install the packages of trials/clients/<id>, in the tested versions. */
export function installOf(id: string, { install }: Stack): string {
  const lines = Object.entries(commands).flatMap(([name, commandOf]) => {
    const file = `trials/clients/${id}/${name}`
    return existsSync(file) ? [commandOf(readFileSync(file, 'utf8'))] : []
  })
  const all = install === undefined ? lines : [...lines, install]
  if (all.length === 0) throw new Error(`no installation commands for ${id}`)
  return `\`\`\`sh\n${all.join('\n')}\n\`\`\`\n`
}

function npmInstall(text: string): string {
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> }
  const packages = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`)
  return `npm install ${packages.join(' ')}`
}

/** Installs the lines before the comment; the lines after it are transitive dependencies. */
function pipInstall(text: string): string {
  const [direct = ''] = text.split('\n#')
  return `pip install ${direct.trim().replaceAll('\n', ' ')}`
}

function goGet(text: string): string {
  const modules = [...text.matchAll(/^\t(\S+) (v\S+)$/gm)].map(([, name, version]) => [
    name,
    version,
  ])
  return `go get ${modules.map((module) => module.join('@')).join(' ')}`
}

function cargoAdd(text: string): string {
  const [, dependencies = ''] = text.split('[dependencies]\n')
  // Joins the lines of each list of features.
  const lines = dependencies.replaceAll(/\n\s+/g, '').replaceAll(',\n]', ']').trim().split('\n')
  return lines.map(addCrate).join('\n')
}

function addCrate(line: string): string {
  const [name] = line.split(' ')
  const version = /"([^"]+)"/.exec(line)?.[1]
  const features = /features = \[([^\]]+)\]/.exec(line)?.[1]?.replaceAll(/[" ]/g, '')
  return [
    `cargo add ${name}@${version}`,
    ...(line.includes('default-features = false') ? ['--no-default-features'] : []),
    ...(features === undefined ? [] : [`--features ${features}`]),
  ].join(' ')
}

function mavenPackage(text: string): string {
  const [, version] = /<parent>[^]*?<version>([^<]+)</.exec(text) ?? []
  return `mvn package # with the pom.xml below: Spring Boot ${version}`
}
