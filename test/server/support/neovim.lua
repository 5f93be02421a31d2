-- Run by Neovim with the configuration of docs/editors/neovim.md: what a person would do and see, as JSON.
-- Environment: OUTPUT (the file to write).
local result = {}
-- A list of one is shown too.
vim.o.completeopt = "menuone"

local function key(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), "t", false)
end

local function finish()
  vim.fn.writefile({ vim.fn.json_encode(result) }, vim.env.OUTPUT)
  vim.cmd("qall!")
end

-- Waits in the main loop, so that typed keys and messages have their turn.
local function wait_for(what, condition)
  local this = coroutine.running()
  local tries = 0
  local function look()
    tries = tries + 1
    local is_met = condition()
    if is_met or tries > 1500 then
      if not is_met then result.in_vain = what end
      coroutine.resume(this, is_met)
    else
      vim.defer_fn(look, 10)
    end
  end
  vim.defer_fn(look, 10)
  if not coroutine.yield() then
    finish()
    coroutine.yield()
  end
end

local function line(number)
  return vim.api.nvim_buf_get_lines(0, number - 1, number, false)[1]
end

local function colour(number, column)
  return vim.fn.synIDattr(vim.fn.synIDtrans(vim.fn.synID(number, column, 1)), "name")
end

local function diagnostics()
  return vim.tbl_map(function(diagnostic)
    return diagnostic.user_data.lsp.code .. " " .. diagnostic.severity
  end, vim.diagnostic.get(0))
end

-- Types `keys`, asks for completion, takes the first item that is offered.
local function complete(number, keys)
  local before = line(number)
  key(keys .. "<C-x><C-o>")
  wait_for("completion of " .. keys, function() return vim.fn.pumvisible() == 1 end)
  local words = vim.tbl_map(function(item) return item.abbr end, vim.fn.complete_info({ "items" }).items)
  key("<C-y><Esc>")
  wait_for("the end of insertion", function() return vim.fn.mode() == "n" end)
  local typed = line(number)
  key("u")
  wait_for("undoing", function() return line(number) == before end)
  return { words = words, line = typed }
end

local function drive()
  wait_for("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
  result.filetype = vim.bo.filetype
  result.diagnostics = diagnostics()
  result.colours = { colour(2, 5), colour(4, 30) }

  key("2G5|K")
  local function floating()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then return window end
    end
  end
  wait_for("hover", floating)
  local shown = vim.api.nvim_win_get_buf(floating())
  result.hover = table.concat(vim.api.nvim_buf_get_lines(shown, 0, -1, false), "\n")
  key("j")
  wait_for("the end of hover", function() return floating() == nil end)

  result.empty = complete(2, '2G0f:f"ci"')
  result.begun = complete(2, '2G0f:f"ci"RISK')
  result.unclosed = complete(2, '2G0f:lC"RISK')
  result.property = complete(3, '2Go"')

  key(":write<CR>")
  wait_for("the text on the disk", function()
    return table.concat(vim.fn.readfile(vim.fn.expand("%")), "\n"):find('"number": 1,') ~= nil
  end)
  wait_for("the problem to go away", function() return #vim.diagnostic.get(0) < #result.diagnostics end)
  result.left = diagnostics()

  key(":edit second.analyses.json<CR>")
  wait_for("the server of a second document", function() return #vim.lsp.buf_get_clients(0) > 0 end)
  result.servers = #(vim.lsp.get_clients or vim.lsp.get_active_clients)()
  finish()
end

vim.defer_fn(function()
  local ok, problem = coroutine.resume(coroutine.create(drive))
  if not ok then
    result.in_vain = problem
    finish()
  end
end, 10)
