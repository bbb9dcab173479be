// Each script works on the one key of a delivery, so that a cluster runs it wherever the key is. The value is `done`, or the nonce of the
// owner's token, a space and the end of the lease in the server's time. Redis deletes the key some time after the lease: until then a late
// owner whom nobody has followed can still commit. The plain `SET NX PX` that this is in the place of would have forgotten the owner.

const nonceLength = 32

const serverTime = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

const write = `
local function write(nonce, lease, kept)
  redis.call('SET', KEYS[1], string.format('%s %.0f', nonce, now + lease), 'PX', string.format('%.0f', lease + kept))
end`

/**
 * Claims a delivery. Takes the nonce, the lease and how long the key outlives it. Answers `claimed`, `busy` or `done`. A client sends a script
 * again whose answer was lost with its connection: the claim that it then finds is its own.
 */
export const claimScript = `${serverTime}${write}
local value = redis.call('GET', KEYS[1])
if value == 'done' then return 'done' end
local isOthers = value and string.sub(value, 1, ${nonceLength}) ~= ARGV[1]
if isOthers and tonumber(string.sub(value, ${nonceLength + 2})) > now then return 'busy' end
write(ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]))
return 'claimed'`

/**
 * The acts of an owner. Each takes the nonce and whether the owner knows that its lease still holds: the claim of such an owner is made again
 * where the server has forgotten it. Answers `owned`, `forgotten` where it was made again, or `lost`.
 */
const byOwner = (action: string) => `${serverTime}${write}
local value = redis.call('GET', KEYS[1])
if value and string.sub(value, 1, ${nonceLength}) ~= ARGV[1] then return 'lost' end
if not value and ARGV[2] ~= 'holds' then return 'lost' end
${action}
return value and 'owned' or 'forgotten'`

/** Renews a claim. Takes the lease and how long the key outlives it, besides what every script of an owner takes. */
export const renewScript = byOwner('write(ARGV[1], tonumber(ARGV[3]), tonumber(ARGV[4]))')

/** Marks a delivery as handled. Takes the retention, besides what every script of an owner takes. */
export const commitScript = byOwner(`redis.call('SET', KEYS[1], 'done', 'PX', ARGV[3])`)

/** Ends a claim. */
export const releaseScript = byOwner(`redis.call('DEL', KEYS[1])`)

/** Answers the `maxmemory_policy`. Services that permit no `CONFIG GET` still answer `INFO`. */
export const policyScript = `return string.match(redis.call('INFO', 'memory'), 'maxmemory_policy:([%w-]+)')`
