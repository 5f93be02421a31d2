-- Run by Neovim (0.7 or newer) on an analyses document: what a person would see, as JSON.
-- Environment: SERVER (the built language server), NODE, OUTPUT (the file to write).
local buffer = vim.api.nvim_get_current_buf()

local function wait_for(what, condition)
  if not vim.wait(15000, condition, 20) then
    io.stderr:write("Neovim waited in vain for " .. what .. "\n")
    vim.cmd("cquit")
  end
end

local client_id = vim.lsp.start_client({
  name = "analyses",
  cmd = { vim.env.NODE, vim.env.SERVER, "--stdio" },
  root_dir = vim.fn.getcwd(),
  init_options = { severity = { ["unknown-property"] = "warning" } },
})
vim.lsp.buf_attach_client(buffer, client_id)

local function request(method, line, character, more)
  local params = vim.tbl_extend("force", {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    position = { line = line, character = character },
  }, more or {})
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 15000)
  return answers and answers[client_id] and answers[client_id].result
end

local function diagnostics()
  return vim.tbl_map(function(diagnostic)
    return {
      code = diagnostic.user_data.lsp.code,
      message = diagnostic.message,
      severity = diagnostic.severity,
      line = diagnostic.lnum,
    }
  end, vim.diagnostic.get(buffer))
end

wait_for("diagnostics", function() return #vim.diagnostic.get(buffer) > 0 end)
local result = { diagnostics = diagnostics() }

result.hover = request("textDocument/hover", 1, 5).contents.value
local completion = request("textDocument/completion", 1, 28)
result.completion = vim.tbl_map(function(item) return item.label end, completion.items or completion)

local range = { start = { line = 1, character = 28 }, ["end"] = { line = 1, character = 28 } }
local actions = request("textDocument/codeAction", 1, 28, { range = range, context = { diagnostics = {} } })
result.actions = vim.tbl_map(function(action) return action.title end, actions)
vim.lsp.util.apply_workspace_edit(actions[1].edit, vim.lsp.get_client_by_id(client_id).offset_encoding)
result.fixed = vim.api.nvim_buf_get_lines(buffer, 1, 2, false)[1]

wait_for("the finding to go away", function()
  return #vim.diagnostic.get(buffer) == #result.diagnostics - 1
end)
result.left = diagnostics()

vim.fn.writefile({ vim.fn.json_encode(result) }, vim.env.OUTPUT)
vim.cmd("qall!")
