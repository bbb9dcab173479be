import { generatedMutants } from '/work/main/test/mutants/traps/index'
import { Finder, search, ownChecks } from '/work/main/test/mutants/search'
import { checks, type Check } from '@event-delivery/conformance'
import fs from 'node:fs'
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
const step = Number(process.argv[2] ?? 20)
const all = generatedMutants
const finder = new Finder()
const out = fs.createWriteStream('/tmp/h/genprof2.jsonl')
const families = [...new Set(all.map((m) => m.family))]
for (const fam of families) {
  const mine = all.filter((m) => m.family === fam).filter((_, i) => i % step === 0)
  for (const m of mine) {
    let t = cpu(); const r = await finder.find(m); const a = cpu() - t
    const check = checks.find(({ id }) => id === r.found)
    t = cpu(); const s = check ? await search(m, [check]) : { found: undefined }; const b = cpu() - t
    out.write(JSON.stringify({ fam, rule: m.rule, besides: m.besides, id: m.id, found: r.found, a, b, alone: !!s.found }) + '\n')
  }
}
