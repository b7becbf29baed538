// The harness of fast-uri or uri-js, installed in a folder: node harness.mjs FOLDER PACKAGE.
// Both change the parts that they read, so the harness tells validity alone.
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { readFileSync } from 'node:fs'

const [, , folder, name] = process.argv
const require = createRequire(folder + '/')
const { parse } = require(name)
const { version } = JSON.parse(readFileSync(`${folder}/node_modules/${name}/package.json`))
console.log(JSON.stringify({ parser: name, version, parts: [] }))
for await (const line of createInterface({ input: process.stdin })) {
  const [, id, hex] = line.match(/"id":(\d+),"hex":"([0-9a-f]*)"/)
  const text = Buffer.from(hex, 'hex').toString('latin1')
  let valid = false
  try {
    valid = parse(text).error === undefined
  } catch { } // a text that throws is refused
  process.stdout.write(`{"id":${id},"valid":${valid}}\n`)
}
