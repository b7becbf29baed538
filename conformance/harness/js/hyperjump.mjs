// The harness of @hyperjump/uri, installed in a folder: node hyperjump.mjs FOLDER.
import { createInterface } from 'node:readline'
import { readFileSync } from 'node:fs'

const home = `${process.argv[2]}/node_modules/@hyperjump/uri`
const { parseUriReference } = await import(`${home}/lib/index.js`)
const { version } = JSON.parse(readFileSync(`${home}/package.json`))
const parts = ['scheme', 'authority', 'userinfo', 'host', 'port', 'path', 'query', 'fragment']
console.log(JSON.stringify({ parser: '@hyperjump/uri', version, parts }))

// members returns the offsets of the parts, which are texts in the order of the text.
function members(u) {
  let at = 0
  const found = {}
  const take = (name, before = 0, after = 0) => {
    if (u[name] !== undefined) {
      found[name] = [at + before, at + before + u[name].length]
      at = found[name][1] + after
    }
  }
  take('scheme', 0, 1)
  if (u.authority !== undefined) {
    at += 2
    found.authority = [at, at + u.authority.length]
    take('userinfo', 0, 1)
    take('host')
    take('port', 1)
    at = found.authority[1]
  }
  take('path')
  take('query', 1)
  take('fragment', 1)
  return found
}

for await (const line of createInterface({ input: process.stdin })) {
  const [, id, hex] = line.match(/"id":(\d+),"hex":"([0-9a-f]*)"/)
  let answer = { id: Number(id), valid: false }
  try {
    answer = { id: Number(id), valid: true, ...members(parseUriReference(Buffer.from(hex, 'hex').toString('latin1'))) }
  } catch { } // a text that throws is refused
  process.stdout.write(JSON.stringify(answer) + '\n')
}
