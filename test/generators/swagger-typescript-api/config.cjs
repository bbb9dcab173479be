// A payload may hold any JSON: without this line the generator writes `any` for it.
exports.codeGenConstructs = (made) => ({ Keyword: { ...made.Keyword, Any: 'unknown' } })
